// Package built has the engine for browsers in released programs. .ci/release puts engine.wasm.gz and wasm_exec.js here, and
// builds with the tag bough_engine; without it the package is empty, so that a clone needs neither file.
package built
