// The lens that says where a name is used: a click shows the places.
import * as vscode from "vscode";
import { Location, Position, type LanguageClient } from "vscode-languageclient/node";

// showReferences shows places. The arguments are those of the protocol: a URI, a position and locations.
export async function showReferences(client: LanguageClient | undefined, [uri, at, places]: readonly unknown[]): Promise<void> {
  if (!client || typeof uri !== "string" || !Position.is(at) || !Array.isArray(places) || !places.every(Location.is)) return;
  const { asUri, asPosition, asLocation } = client.protocol2CodeConverter;
  await vscode.commands.executeCommand("editor.action.showReferences", asUri(uri), asPosition(at), places.map(asLocation));
}
