/** Checks that an H5P exercise is playable: its manifest, its content, and the versions and files of its libraries. Runs in a child process. */
import type { Archive } from '../archives/archive.ts';
import { decodeMarkup } from './decode-markup.ts';
import { noticeOf, refusePackage, type FoundPackage } from './find-start.ts';
import { indexNames, resolveReference, type NameIndex } from './references.ts';

const MANIFEST = /(^|\/)h5p\.json$/;
const MAX_JSON = 20 * 1024 * 1024;
/** Version of the H5P core in the player (h5p-standalone 3.8). */
const CORE = { major: 1, minor: 28 };
const MAX_LIBRARIES = 500;

type Library = { machineName: string; majorVersion: number; minorVersion: number };
type Exercise = Archive & { names: NameIndex; folder: string };

/** Returns `null` for an archive without `h5p.json`. Throws `unsupported_type` naming the missing parts. */
export async function findExercise(archive: Archive): Promise<FoundPackage | null> {
  const all = [...archive.sizes.keys()];
  const manifests = all.filter((name) => MANIFEST.test(name) && !name.startsWith('__MACOSX/'));
  const manifest = manifests.includes('h5p.json') ? 'h5p.json' : manifests.length === 1 ? manifests[0]! : null;
  // A manifest in a folder counts only if the whole archive is in that folder.
  if (manifest === null || manifest.split('/').length > 2) return null;
  const folder = manifest.slice(0, -'h5p.json'.length);
  if (!all.every((name) => name.startsWith(folder) || name.startsWith('__MACOSX/'))) return null;
  const exercise = { ...archive, names: indexNames(all), folder };
  const about = record(await readJson(exercise, 'h5p.json')) ?? refusePackage('h5p_json', 'h5p.json');
  const listed = librariesOf(about.preloadedDependencies);
  const main = typeof about.mainLibrary === 'string' ? about.mainLibrary : '';
  if (!listed.some(({ machineName }) => machineName === main)) refusePackage('h5p_main', main || 'mainLibrary');
  const content = await readJson(exercise, 'content/content.json');
  if (content === undefined) refusePackage('h5p_content', 'content/content.json');
  const versioned = hasVersions(exercise, listed[0]!);
  const used = findInContent(content);
  await checkLibraries(exercise, [...listed, ...used.libraries], versioned);
  const missing = used.files.filter((file) => exercise.names.find(`${folder}content/${file}`) === null).map((file) => `content/${file}`);
  return { start: folder, info: { units: [], hosts: used.hosts, notices: noticeOf('missing_files', missing) } };
}

/** Returns `undefined` if the file is missing, too large or not JSON. */
async function readJson({ sizes, read, folder }: Exercise, name: string): Promise<unknown> {
  const size = sizes.get(folder + name);
  if (size === undefined || size > MAX_JSON) return undefined;
  try {
    return JSON.parse(decodeMarkup(await read(folder + name)));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

function librariesOf(value: unknown): Library[] {
  const list = Array.isArray(value) ? value : [];
  return list.flatMap((each) => {
    const { machineName, majorVersion, minorVersion } = record(each) ?? {};
    const known = typeof machineName === 'string' && /^[\w.-]{1,255}$/.test(machineName);
    return known ? [{ machineName, majorVersion: Number(majorVersion), minorVersion: Number(minorVersion) }] : [];
  });
}

/** Returns true if the names of library folders contain the version. This differs between authoring tools, so the player checks the first library. */
const hasVersions = ({ sizes, folder }: Exercise, first: Library): boolean =>
  sizes.has(`${folder}${folderName(first, true)}/library.json`) || !sizes.has(`${folder}${folderName(first, false)}/library.json`);

const folderName = (library: Library, versioned: boolean): string =>
  versioned ? `${library.machineName}-${library.majorVersion}.${library.minorVersion}` : library.machineName;
const titleOf = ({ machineName, majorVersion, minorVersion }: Library): string => `${machineName} ${majorVersion}.${minorVersion}`;

/** Checks libraries and their dependencies. Throws `h5p_libraries`, `h5p_core` or `h5p_files` with the names of all libraries or files concerned. */
async function checkLibraries(exercise: Exercise, first: readonly Library[], versioned: boolean): Promise<void> {
  const queue = new Map(first.map((library) => [titleOf(library), library]));
  const missing: string[] = [];
  const files: string[] = [];
  const newer: string[] = [];
  for (const [title, library] of queue) {
    const folder = folderName(library, versioned);
    const about = record(await readJson(exercise, `${folder}/library.json`));
    if (!about || (!versioned && !isVersion(about, library))) {
      missing.push(title);
      continue;
    }
    const core = record(about.coreApi);
    if (
      core &&
      (Number(core.majorVersion) > CORE.major || (Number(core.majorVersion) === CORE.major && Number(core.minorVersion) > CORE.minor))
    )
      newer.push(title);
    for (const path of [...pathsOf(about.preloadedJs), ...pathsOf(about.preloadedCss)])
      if (exercise.names.find(`${exercise.folder}${folder}/${path}`) === null) files.push(`${folder}/${path}`);
    for (const each of librariesOf(about.preloadedDependencies)) if (queue.size < MAX_LIBRARIES) queue.set(titleOf(each), each);
  }
  if (missing.length > 0) refusePackage('h5p_libraries', missing);
  if (newer.length > 0) refusePackage('h5p_core', newer);
  if (files.length > 0) refusePackage('h5p_files', files);
}

const isVersion = (about: Record<string, unknown>, { majorVersion, minorVersion }: Library): boolean =>
  Number(about.majorVersion) === majorVersion && Number(about.minorVersion) === minorVersion;

const pathsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => {
    const { path } = record(each) ?? {};
    return typeof path === 'string' && path !== '' && !/^https?:/i.test(path) ? [path.replace(/^\.\//, '').replace(/[?#].*$/s, '')] : [];
  });

const LIBRARY = /^([\w.-]{1,255}) (\d{1,4})\.(\d{1,4})$/;

type Used = { libraries: Library[]; files: string[]; hosts: string[] };

/** Collects the libraries, files and media hosts that the content uses. Link targets are ignored. */
function findInContent(content: unknown): Used {
  const libraries = new Map<string, Library>();
  const files = new Set<string>();
  const hosts = new Set<string>();
  const queue: unknown[] = [content];
  for (const value of queue) {
    if (Array.isArray(value)) for (const each of value as unknown[]) queue.push(each);
    const fields = record(value);
    if (!fields) continue;
    for (const each of Object.values(fields)) queue.push(each);
    const named = typeof fields.library === 'string' ? LIBRARY.exec(fields.library) : null;
    const [, machineName, major, minor] = named ?? [];
    if (machineName && fields.params !== undefined)
      libraries.set(named![0], { machineName, majorVersion: Number(major), minorVersion: Number(minor) });
    recordSource(fields, files, hosts);
  }
  return { libraries: [...libraries.values()], files: [...files], hosts: [...hosts].slice(0, 50) };
}

/** Records the `path` of a media file or the `source` of an embedded page. */
function recordSource({ path, source, mime }: Record<string, unknown>, files: Set<string>, hosts: Set<string>): void {
  for (const [address, isFile] of [
    [path, true],
    [source, false],
  ] as const) {
    if (typeof address !== 'string' || address === '') continue;
    const found = resolveReference(address);
    if (found && 'host' in found) hosts.add(found.host);
    else if (isFile && found && typeof mime === 'string' && found.path !== '') files.add(found.path.replace(/#tmp$/, ''));
  }
}
