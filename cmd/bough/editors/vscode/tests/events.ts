// Events, cancellation, and things to dispose of.
import type * as api from "vscode";

export class Disposable {
  static from(...list: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => list.forEach((d) => d.dispose()));
  }
  constructor(private readonly end: () => unknown) {}
  dispose(): void {
    this.end();
  }
}

export class EventEmitter<T> implements api.EventEmitter<T> {
  private listeners: ((e: T) => unknown)[] = [];
  readonly event: api.Event<T> = (listener, self, disposables) => {
    const call = (e: T): unknown => listener.call(self, e);
    this.listeners.push(call);
    const d = new Disposable(() => (this.listeners = this.listeners.filter((l) => l !== call)));
    disposables?.push(d);
    return d;
  };
  fire(e: T): void {
    for (const l of [...this.listeners]) l(e);
  }
  dispose(): void {
    this.listeners = [];
  }
}

export class CancellationTokenSource implements api.CancellationTokenSource {
  private readonly requested = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.requested.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.requested.fire();
  }
  dispose(): void {}
}
