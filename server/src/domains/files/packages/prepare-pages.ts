/**
 * Prepares the text files of an unpacked package in a child process. Pages load the portal's run-time first. All text is converted to UTF-8, because
 * the charset of the HTTP header overrides the declaration in a file.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { unpack } from '../archives/archive.ts';
import { decodeMarkup, isUtf8 } from './decode-markup.ts';
import { readManifest } from './manifest.ts';

/** Script tag that is inserted into every page of a package (client/src/package-runtime). */
const runtimeFor = (scorm: string | null): string =>
  `<script src="/packages/runtime.js"${scorm === null ? '' : ` data-scorm="${scorm}"`}></script>`;
const MANIFEST = 'imsmanifest.xml';
const PAGE = /\.(html?|xhtml|xht)$/i;
const TEXT = /\.(html?|xhtml|xht|js|mjs|css|json|txt|vtt)$/i;
/** Maximum size in bytes of text files that are converted. Larger files stay unchanged. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Unpacks and prepares a package atomically. Throws `unsupported_type` if the archive exceeds a limit. */
export async function unpackPackage(archive: string, folder: string): Promise<string> {
  const raw = `${folder}.raw`;
  await rm(raw, { recursive: true, force: true });
  await unpack(archive, raw);
  const files = (await readdir(raw, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const runtime = runtimeFor(await findVersion(files));
  for (const path of files) if (TEXT.test(path)) await prepare(path, runtime);
  await rename(raw, folder);
  return folder;
}

/** Returns the SCORM version from the manifest nearest to the root. */
async function findVersion(files: readonly string[]): Promise<string | null> {
  const [nearest] = files
    .filter((path) => basename(path).toLowerCase() === MANIFEST)
    .sort((a, b) => a.split(sep).length - b.split(sep).length);
  if (nearest === undefined || (await stat(nearest)).size > MAX_TEXT) return null;
  return readManifest(await readFile(nearest))?.units.find(({ scorm }) => scorm !== null)?.scorm ?? null;
}

async function prepare(path: string, runtime: string): Promise<void> {
  if ((await stat(path)).size > MAX_TEXT) return;
  const bytes = await readFile(path);
  const isPage = PAGE.test(path);
  const isReady = isUtf8(bytes);
  if (isReady && !isPage) return;
  const text = decodeMarkup(bytes);
  const prepared = isPage ? withRuntime(text, runtime) : text;
  if (prepared !== text || !isReady) await writeFile(path, prepared);
}

/** Start and end patterns of markup that may precede the first element of a page. */
const PROLOG: readonly (readonly [start: RegExp, end: string])[] = [
  [/<\?xml/iy, '?>'],
  [/<!--/y, '-->'],
  [/<!doctype/iy, '>'],
];
const SPACE = /\s*/y;
const DOCUMENT = /<(?:html|head|body|frameset|title|meta|link|script|base|style)[\s>/]/iy;
const XHTML_HEAD = /<head(?=[\s>])[^<>]{0,2000}>/i;

/** Inserts the run-time as the first script of a page. Leaves fragments unchanged, because other pages load them with scripts. */
export function withRuntime(page: string, runtime: string): string {
  let at = page.startsWith('\uFEFF') ? 1 : 0;
  let xml = false;
  let doctype = false;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(page);
    at = SPACE.lastIndex;
    const part = PROLOG.find(([start]) => {
      start.lastIndex = at;
      return start.test(page);
    });
    if (!part) break;
    const end = page.indexOf(part[1], at);
    if (end < 0) return page;
    xml ||= part[1] === '?>';
    doctype ||= part[1] === '>';
    at = end + part[1].length;
  }
  DOCUMENT.lastIndex = at;
  if (!doctype && !DOCUMENT.test(page)) return page;
  // XHTML allows no element before the root element.
  if (xml) {
    const head = XHTML_HEAD.exec(page);
    return head ? insert(page, head.index + head[0].length, runtime) : page;
  }
  return insert(page, at, runtime);
}

const insert = (page: string, at: number, more: string): string => page.slice(0, at) + more + page.slice(at);
