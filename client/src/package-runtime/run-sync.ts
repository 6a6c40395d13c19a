/** Loads a part of the runtime synchronously, because packages expect these objects to exist on first access. */
const folder = '/packages/';

const loaded = new Map<string, unknown>();

/** Returns the global a script of the run-time defines. Throws if it cannot be loaded. */
export function runSync(file: string, name: string): unknown {
  if (loaded.has(file)) return loaded.get(file);
  const request = new XMLHttpRequest();
  request.open('GET', new URL(folder + file, location.href), false);
  request.send();
  if (request.status !== 200) throw new Error(`${file} could not be loaded`);
  // Wrapped in a function, so that it defines no globals in the page.
  const found: unknown = new Function(`${request.responseText}\n;return typeof ${name} === 'undefined' ? this.${name} : ${name};`).call({});
  loaded.set(file, found);
  return found;
}
