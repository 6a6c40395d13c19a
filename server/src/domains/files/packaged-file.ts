/** Serves a file of an unpacked archive. Pages are sent with the policy for untrusted pages (docs/decisions/0089-packages-in-an-opaque-origin.md). */
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { PACKAGE_SANDBOX } from '@fundus/contract/files/package-sandbox';
import type { ContentRequest } from '../../http/entries/content-route.ts';
import type { Portal } from '../../http/context.ts';
import { sendFile } from '../../storage/send-file.ts';
import { unpacked } from './archives/archives.ts';
import { allowedSources } from './content-hosts.ts';
import type { Source } from './content-source.ts';
import { contentTypeOf, SHOWN_AS_IS } from './content-types.ts';
import { foldName } from './packages/references.ts';
import { isPackage } from './viewer.ts';

type ArchiveFile = { path: string; mime: string; sha256: string | null; id: string; start: string | null };

export async function findPackagedFile(
  portal: Portal<'cacheDir' | 'contentUrl' | 'storage'>,
  file: ArchiveFile,
  request: Pick<ContentRequest, 'host' | 'path' | 'token'> & { isolated: boolean },
  framers: readonly string[],
): Promise<Source> {
  const archive = await portal.storage.stat(file.path);
  if (!archive) throw new AppError('not_found');
  const key = file.sha256 ?? `${file.id}-${archive.changed.getTime()}`;
  const lend = <T>(use: (local: string) => Promise<T>): Promise<T> => portal.storage.withLocal(file.path, use);
  const pages = isPackage(file);
  const folder = await unpacked(lend, portal.cacheDir, key, { pages });
  const local = await findInFolder(folder, request.path);
  if (!local) throw new AppError('not_found');
  const { size } = await stat(local);
  // Frames inside a package have ancestors with an opaque origin, which `frame-ancestors` cannot name. Pages in such frames contain no visitor data.
  const first = !pages || local === join(folder, file.start ?? 'index.html');
  const type = contentTypeOf(local);
  const policy = { ...request, framers: first ? framers : null, pages, others: await allowedSources(portal) };
  return {
    send: (range, out) => sendFile(local, range, out),
    bytes: size,
    etag: `"${key.slice(0, 24)}-${size}${pages ? '-1' : ''}"`,
    headers: {
      'content-type': type,
      // PDFs and media are sent without the policy, because browsers do not display them in a sandbox. They run no scripts.
      ...(!(pages && SHOWN_AS_IS.test(type)) && { 'content-security-policy': packagePolicy(portal, policy) }),
      ...(!first && { 'x-frame-options': 'ALLOWALL' }),
    },
  };
}

/** Returns the path of a file in a folder. Case is ignored, because packages created on Windows require this. */
async function findInFolder(folder: string, wanted: string): Promise<string | null> {
  for (const path of wanted === '' || wanted.endsWith('/') ? [`${wanted}index.html`, `${wanted}index.htm`] : [wanted]) {
    const local = join(folder, path);
    if (!local.startsWith(folder + sep)) return null;
    if (await isFile(local)) return local;
    const folded = await findIgnoringCase(folder, local.slice(folder.length + 1).split(sep));
    if (folded !== null && (await isFile(folded))) return folded;
  }
  return null;
}

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false;

async function findIgnoringCase(folder: string, parts: readonly string[]): Promise<string | null> {
  let at = folder;
  for (const part of parts) {
    const names: string[] = await readdir(at).catch(() => []);
    const found = names.includes(part) ? part : names.find((name) => foldName(name) === foldName(part));
    if (found === undefined) return null;
    at = join(at, found);
  }
  return at;
}

type About = Pick<ContentRequest, 'host' | 'token'> & {
  /** True on a host that is used only for this package and visitor. */
  isolated: boolean;
  framers: readonly string[] | null;
  pages: boolean;
  /** External hosts from which pages may load content. */
  others: string;
};

/**
 * Returns the policy for pages in an opaque origin. A package may run any script, but can load only its own files,
 * the run-time and content of the allowed hosts. The token in the path separates packages, and the API cannot be reached.
 */
function packagePolicy({ contentUrl, publicUrl }: Portal<'contentUrl'>, { host, token, framers, pages, others, isolated }: About): string {
  const own = /^[\w.-]+(:\d+)?$/.test(host) && /^[\w.-]+$/.test(token) ? `${host}/content/${token}/` : "'self'";
  const runtime = own === "'self'" ? '' : `${host}/packages/`;
  const loose = pages ? "'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:" : '';
  const sources = (...all: string[]): string => all.filter(Boolean).join(' ');
  return [
    `default-src ${sources(own, 'data: blob:', others)}`,
    `script-src ${sources(own, runtime, loose, others)}`,
    `connect-src ${sources(own, runtime, 'data: blob:', others)}`,
    `style-src ${sources(own, "'unsafe-inline' data: blob:", others)}`,
    ...(framers ? [`frame-ancestors ${[(contentUrl && publicUrl) ?? "'self'", ...framers].join(' ')}`] : []),
    `base-uri ${pages ? own : "'none'"}`,
    `form-action ${pages ? own : "'none'"}`,
    `sandbox ${pages ? PACKAGE_SANDBOX : 'allow-scripts allow-forms'}${isolated ? ' allow-same-origin' : ''}`,
  ].join('; ');
}
