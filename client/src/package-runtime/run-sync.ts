/** Loads a part of the runtime synchronously, because packages expect its objects to exist on first access. */
const folder = '/packages/';

const loaded = new Map<string, unknown>();

/** Runs a script of the runtime and returns the global variable it defines. Throws if the script cannot be loaded. */
export function runScriptSync(file: string, name: string): unknown {
  if (loaded.has(file)) return loaded.get(file);
  const request = new XMLHttpRequest();
  request.open('GET', new URL(folder + file, location.href), false);
  request.send();
  if (request.status !== 200) throw new Error(`${file} could not be loaded`);
  // Runs inside a function, so that the script defines no globals in the page.
  const found: unknown = new Function(`${request.responseText}\n;return typeof ${name} === 'undefined' ? this.${name} : ${name};`).call({});
  loaded.set(file, found);
  return found;
}
