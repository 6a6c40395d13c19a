/** Finds the start pages of a package and its content that browsers cannot run. Runs in a child process. */
import { AppError } from '@fundus/contract/errors';
import type { PackageRefusal } from '@fundus/contract/files/package-refusals';
import type { PackageInfo, PackageNotice, PackageUnit } from '@fundus/contract/files/packages';
import type { Archive } from '../archives/archive.ts';
import { decodeMarkup } from './decode-markup.ts';
import { readLaunch, readManifest, type ManifestUnit } from './manifest.ts';
import { encodePath, indexNames, resolveReference, type NameIndex } from './references.ts';

export type FoundPackage = { start: string; info: PackageInfo };

const MANIFEST = /(^|\/)imsmanifest\.xml$/i;
const PAGE = /\.(x?html?|xht)$/i;
/** File types that a browser displays without an HTML page around them. */
const SHOWN = /\.(x?html?|xht|svg|pdf|png|jpe?g|gif|webp|mp4|webm|mp3|ogg|txt)$/i;
/** File names that authoring tools give to start pages, in order of preference. */
const STARTS = [
  ...['index.html', 'index.htm', 'index.xhtml', 'default.html', 'default.htm', 'start.html', 'start.htm', 'story.html', 'story_html5.html'],
  ...[
    'index_lms.html',
    'index_lms_html5.html',
    'indexapi.html',
    'presentation.html',
    'launch.html',
    'main.html',
    'home.html',
    'a001index.html',
  ],
];
const MAX_MANIFEST = 20 * 1024 * 1024;
const MAX_PAGE = 2 * 1024 * 1024;
const NAMED = 5;

const UNRUNNABLE: readonly (readonly [RegExp, PackageRefusal])[] = [
  [/\.(swf|flv|f4v|dcr|spl)$/i, 'flash'],
  [/\.(php\d?|phtml|aspx?|jspx?|cgi|pl|py|rb|cfm)$/i, 'server'],
  [/\.(exe|msi|dmg|app|apk|bat|jnlp)$/i, 'program'],
];

/** Returns `null` for archives that are not packages. Throws `unsupported_type` with the reason if a package cannot run. */
export async function findPackage(archive: Archive): Promise<FoundPackage | null> {
  const names = indexNames([...archive.sizes.keys()].filter((name) => !/(^|\/)(__MACOSX\/|\.)/.test(name)));
  const manifest = nearest(names.all.filter((name) => MANIFEST.test(name)));
  if (manifest !== null) return listedPackage(archive, names, manifest);
  const course = findCourse(names.all);
  const pages = names.all.filter((name) => PAGE.test(name));
  const usual = pages.some((name) => STARTS.includes(baseOf(name)));
  if (course && !usual) refusePackage('aicc', course);
  const launched = await launchedPage(archive, names);
  const start = launched?.page ?? chooseStartPage(pages);
  if (start === null) return refuseWithoutPage(names.all);
  const reports = course ? 'AICC' : (launched?.reports ?? '');
  const notices = [...(await noticesOf(archive, names, start, [])), ...noticeOf('no_results', reports ? [reports] : [])];
  return { start, info: { units: [], hosts: [], notices } };
}

/** Returns the course description of an AICC package. */
function findCourse(names: readonly string[]): string | undefined {
  const course = names.find((name) => /\.crs$/i.test(name));
  return course !== undefined && names.some((name) => /\.au$/i.test(name)) ? course : undefined;
}

const LAUNCH = /(^|\/)(tincan|cmi5)\.xml$/i;

type Launched = { page: string | null; reports: string };

/** Returns the page named by `tincan.xml` or `cmi5.xml`. Throws `unsupported_type` if that page is on another server. */
async function launchedPage({ sizes, read }: Archive, names: NameIndex): Promise<Launched | null> {
  const about = nearest(names.all.filter((name) => LAUNCH.test(name)));
  if (about === null || (sizes.get(about) ?? 0) > MAX_MANIFEST) return null;
  const found = resolveReference(readLaunch(await read(about)) ?? '', encodePath(folderOf(about)));
  if (found && 'host' in found) refusePackage('start_external', found.host);
  const name = found && 'path' in found ? names.find(found.path) : null;
  return { page: name !== null && PAGE.test(name) ? name : null, reports: /cmi5/i.test(baseOf(about)) ? 'cmi5' : 'xAPI' };
}

/** Throws `unsupported_type` with the reason and the names of the files or hosts concerned. */
export function refusePackage(reason: PackageRefusal, names: string | readonly string[] = []): never {
  const list = typeof names === 'string' ? [names] : names;
  throw new AppError('unsupported_type', {
    field: 'file',
    details: { found: 'zip', archive: reason, names: list.slice(0, NAMED).join(', '), count: list.length },
  });
}

const depth = (name: string): number => name.split('/').length;
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
const rank = (name: string): number => (STARTS.indexOf(baseOf(name)) + STARTS.length + 1) % (STARTS.length + 1);

function nearest(names: readonly string[]): string | null {
  return [...names].sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || (a < b ? -1 : 1))[0] ?? null;
}

/** Returns the page nearest to the root and prefers usual start page names. Throws `unsupported_type` if several pages are equally suitable. */
function chooseStartPage(pages: readonly string[]): string | null {
  const usual = nearest(pages.filter((name) => STARTS.includes(baseOf(name))));
  const first = nearest(pages);
  if (first === null) return null;
  if (usual !== null && depth(usual) <= depth(first)) return usual;
  const top = pages.filter((name) => depth(name) === depth(first));
  if (top.length === 1) return first;
  return usual ?? refusePackage('start_choice', top);
}

/** Exports of learning platforms, which browsers cannot display. */
const OF_PLATFORMS: readonly (readonly [RegExp, PackageRefusal])[] = [[/(^|\/)(moodle_backup\.xml|moodle\.xml)$/i, 'backup']];

function refuseWithoutPage(names: readonly string[]): null {
  for (const [file, reason] of OF_PLATFORMS) {
    const found = names.filter((name) => file.test(name));
    if (found.length > 0) refusePackage(reason, found);
  }
  for (const [ending, reason] of UNRUNNABLE) {
    const found = names.filter((name) => ending.test(name));
    if (found.length > 0) refusePackage(reason, found);
  }
  return null;
}

async function listedPackage(archive: Archive, names: NameIndex, name: string): Promise<FoundPackage | null> {
  const manifest = (archive.sizes.get(name) ?? 0) > MAX_MANIFEST ? null : readManifest(await archive.read(name));
  const folder = folderOf(name);
  const units: PackageUnit[] = [];
  const refusals: (readonly [PackageRefusal, string])[] = [];
  for (const { base, ...unit } of manifest?.units ?? []) {
    const found = locate(names, folder, { ...unit, base });
    if ('reason' in found) refusals.push([found.reason, found.name]);
    else units.push({ ...unit, href: found.href, title: unit.title || found.name });
  }
  const [first] = units;
  if (!first && manifest?.kind) refusePackage(manifest.kind, name);
  if (!first) return refuseUnits(names, refusals);
  const missing = missingFiles(names, folder, manifest!.files);
  const start = decodeURIComponent(first.href.replace(/[?#].*$/s, ''));
  const lost = refusals.map(([, each]) => each);
  return { start, info: { units, hosts: [], notices: await noticesOf(archive, names, start, [...lost, ...missing]) } };
}

/**
 * Throws `unsupported_type` with the most informative reason, preferring any other reason to a missing file. Without reasons, treats the manifest as
 * missing.
 */
function refuseUnits(names: NameIndex, refusals: readonly (readonly [PackageRefusal, string])[]): FoundPackage | null {
  const [reason] = refusals.find(([each]) => each !== 'start_missing') ?? refusals[0] ?? [];
  if (reason)
    refusePackage(
      reason,
      refusals.filter(([each]) => each === reason).map(([, name]) => name),
    );
  const start = chooseStartPage(names.all.filter((name) => PAGE.test(name)));
  return start === null ? refuseWithoutPage(names.all) : { start, info: { units: [], hosts: [], notices: [] } };
}

/** Returns the start page of a unit, relative to the root of the archive. */
function locate(
  names: NameIndex,
  folder: string,
  unit: ManifestUnit,
): { href: string; name: string } | { reason: PackageRefusal; name: string } {
  const found = resolveReference(unit.href, encodePath(folder) + unit.base);
  if (found === null) return { reason: 'start_missing', name: unit.href };
  if ('host' in found) return { reason: 'start_external', name: found.host };
  const name = names.find(found.path);
  const unrunnable = UNRUNNABLE.find(([ending]) => ending.test(found.path));
  if (unrunnable) return { reason: unrunnable[1], name: found.path };
  if (name === null) return { reason: 'start_missing', name: found.path };
  if (!SHOWN.test(name)) return { reason: 'not_a_page', name };
  return { href: encodePath(name) + found.suffix, name };
}

function missingFiles(names: NameIndex, folder: string, files: readonly { href: string; base: string }[]): string[] {
  return files.flatMap(({ href, base }) => {
    const found = resolveReference(href, encodePath(folder) + base);
    return found && 'path' in found && found.path !== '' && names.find(found.path) === null ? [found.path] : [];
  });
}

const REFERENCE =
  /<(?:script|img|link|iframe|frame|embed|audio|video|source)\s[^>]{0,500}?(?:src|href)\s{0,9}=\s{0,9}["']([^"'<>]{1,300})["']/gi;
const FLASH = /["'(]([^"'()<>\s]{1,200}\.swf)\b/i;

/** Returns notices about files that the start page references: missing files and content that no browser runs. */
async function noticesOf({ sizes, read }: Archive, names: NameIndex, start: string, missing: readonly string[]): Promise<PackageNotice[]> {
  const readable = PAGE.test(start) && (sizes.get(start) ?? 0) <= MAX_PAGE;
  const page = readable ? decodeMarkup(await read(start)) : '';
  const lost = /<base\s/i.test(page)
    ? []
    : [...page.matchAll(REFERENCE)].flatMap(([, reference = '']) => lostReference(names, start, reference));
  const flash = FLASH.exec(page)?.[1];
  return [...noticeOf('missing_files', [...new Set([...missing, ...lost])]), ...(flash ? noticeOf('flash_parts', [flash]) : [])];
}

function lostReference(names: NameIndex, start: string, reference: string): string[] {
  // Ignores addresses that templates and scripts build.
  if (/[{}$+]|^(data|blob|javascript|about|mailto|#)/i.test(reference.trim())) return [];
  const found = resolveReference(reference, encodePath(start));
  if (found === null || !('path' in found) || found.path === '' || found.path.endsWith('/')) return [];
  return names.find(found.path) === null ? [found.path] : [];
}

export const noticeOf = (code: PackageNotice['code'], names: readonly string[]): PackageNotice[] =>
  names.length === 0 ? [] : [{ code, names: names.slice(0, NAMED).join(', ').slice(0, 1_000), count: names.length }];
