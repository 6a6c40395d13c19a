/** Stores the files of a medium on this device. */
import type { User } from '@fundus/contract/accounts/accounts';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { largeCover } from '@fundus/contract/catalogue/first-picture';
import type { MediaFile } from '@fundus/contract/files/files';
import { APP_WORKER, deleteOfflineCache, deleteOfflineMedia } from './forget.ts';
import {
  coverAddress,
  deleteMedium,
  fileAddress,
  readOwner,
  storeFile,
  writeOwner,
  writeRecord,
  type OfflineFile,
} from './offline-cache.ts';

/** Reasons why storing a medium fails. `space` means that the device is full, and `refused` that the server no longer allows it. */
export type SavingProblem = 'space' | 'refused' | 'connection' | 'browser';

export class SavingFailed extends Error {
  readonly problem: SavingProblem;
  constructor(problem: SavingProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Name of the lock that downloads hold, so that other tabs do not delete their files as incomplete. */
export const SAVING_LOCK = 'offlineMedia';

type Saving = {
  user: User;
  detail: MediaDetail;
  /** Main files and captions that are stored. */
  files: readonly MediaFile[];
  /** Paths of the parts of each book, by file ID. */
  parts: ReadonlyMap<string, readonly string[]>;
  /** Last day on which the medium can be played. */
  until: string;
  onBytes: (done: number) => void;
  signal: AbortSignal;
};

/** Returns the free space in bytes and whether the storage is persistent, or `null` if the browser does not report it. */
export async function readSpace(): Promise<{ free: number; kept: boolean } | null> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  if (quota === undefined || usage === undefined) return null;
  return { free: Math.max(0, quota - usage), kept: (await navigator.storage.persisted?.().catch(() => false)) ?? false };
}

/** Stores a medium for the user. If it throws or is aborted, no data is left behind. */
export const saveMedia = (saving: Saving): Promise<void> =>
  navigator.locks.request(SAVING_LOCK, { mode: 'shared' }, () => save(saving)) as Promise<void>;

async function save({ user, detail, files, parts, until, onBytes, signal }: Saving): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const space = await readSpace();
  if (space && space.free < bytes) throw new SavingFailed('space');
  await setOfflineOwner(user);
  // Asks the browser not to evict the files. Some browsers ask the user for permission.
  await navigator.storage?.persist?.().catch(() => false);
  const { identifier } = detail;
  try {
    await storeViewers();
    let done = 0;
    const count = (more: number): void => onBytes((done += more));
    for (const file of files) {
      const [from, to] = [file.download_href ?? file.href, fileAddress(identifier, file.id)];
      const paths = parts.get(file.id);
      if (!paths) await download(from, to, { mime: file.mime, count, signal });
      else await downloadParts({ from, base: file.href, to, paths }, { count, signal });
    }
    const cover = await download(largeCover(detail.cover), coverAddress(identifier), { signal }).then(
      () => true,
      // An external cover service may reject the request.
      () => false,
    );
    signal.throwIfAborted();
    await writeRecord({
      identifier,
      title: detail.fn_titel,
      duration: detail.duration,
      cover,
      files: files.map(withoutAddresses),
      // Books are stored unpacked.
      bytes: parts.size > 0 ? done : bytes,
      until,
      licence_to: detail.valid_to === false ? null : detail.valid_to,
      checked_at: Date.now(),
    });
    // The user may have signed out in another tab during the download.
    if ((await readOwner())?.user.id !== user.id) throw new SavingFailed('refused');
  } catch (error) {
    await deleteMedium(identifier);
    if (!(await readOwner())) await deleteOfflineCache();
    throw signal.aborted || error instanceof SavingFailed ? error : new SavingFailed(problemOf(error));
  }
}

/** Makes the user the owner of the stored media. Media of another user are deleted first. */
async function setOfflineOwner(user: User): Promise<void> {
  const owner = await readOwner();
  if (owner && owner.user.id !== user.id) await deleteOfflineMedia();
  await writeOwner({ user, locked_at: null, seen_at: Math.max(Date.now(), owner?.user.id === user.id ? owner.seen_at : 0) });
}

/** Lets the service worker cache the code of the viewers. Throws if the service worker cannot be installed. */
async function storeViewers(): Promise<void> {
  // The worker is usually installed already, unless the browser saves data.
  await navigator.serviceWorker.register(APP_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const stored = new Promise<void>((resolve, reject) => {
    port1.addEventListener('message', ({ data }) => (data === 'stored' ? resolve() : reject(new SavingFailed('connection'))), {
      once: true,
    });
    setTimeout(() => reject(new SavingFailed('connection')), 60_000);
  });
  port1.start();
  active!.postMessage('viewers', [port2]);
  return stored;
}

type Download = { mime?: string; count?: (more: number) => void; signal: AbortSignal };

async function download(from: string, to: string, { mime, count, signal }: Download): Promise<void> {
  const response = await fetch(from, { credentials: 'omit', signal });
  if (response.status === 403 || response.status === 404 || response.status === 410) throw new SavingFailed('refused');
  if (!response.ok || !response.body) throw new SavingFailed('connection');
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, out) => {
        count?.(chunk.byteLength);
        out.enqueue(chunk);
      },
    }),
  );
  const headers = new Headers({ 'content-type': mime ?? response.headers.get('content-type') ?? 'application/octet-stream' });
  await storeFile(to, new Response(counted, { headers }));
}

type Book = { /** URL of the whole file. */ from: string; base: string; to: string; paths: readonly string[] };

/** Stores the parts of an unpacked book. Parts that the book lists but does not contain are skipped. Counts as one download of the file. */
async function downloadParts({ from, base, to, paths }: Book, { count, signal }: Download): Promise<void> {
  const whole = await fetch(from, { credentials: 'omit', signal });
  if (whole.status === 403 || whole.status === 404 || whole.status === 410) throw new SavingFailed('refused');
  if (!whole.ok) throw new SavingFailed('connection');
  // The bytes are counted when the parts are downloaded.
  await whole.body?.cancel();
  for (const path of paths) {
    const response = await fetch(base + path, { credentials: 'omit', signal });
    if (response.status === 404) continue;
    if (response.status === 403 || response.status === 410) throw new SavingFailed('refused');
    if (!response.ok) throw new SavingFailed('connection');
    const body = await response.arrayBuffer();
    count?.(body.byteLength);
    const type = response.headers.get('content-type') ?? '';
    // Text files are read only by scripts of the portal and must not be rendered as pages.
    const headers = new Headers({ 'content-type': /^(image|audio|video|font)\//.test(type) ? type : 'text/plain; charset=utf-8' });
    await storeFile(`${to}/${path}`, new Response(body, { headers }));
  }
}

function problemOf(error: unknown): SavingProblem {
  const { name } = error as Error;
  if (name === 'QuotaExceededError') return 'space';
  return name === 'TypeError' || name === 'NetworkError' ? 'connection' : 'browser';
}

function withoutAddresses({ href: _href, download_href: _save, own_origin: _own, package: _package, ...file }: MediaFile): OfflineFile {
  return file;
}
