/**
 * Uploads a file with the tus protocol: resumes after interruptions, computes the checksum in parallel, and waits until the portal has checked the
 * file.
 */
import { AppError, type ErrorBody, type ErrorCode } from '@fundus/contract/errors';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { call } from '../../api/call.ts';
import { csrfToken, CSRF_HEADER } from '../../api/csrf.ts';

/** Size of a chunk in bytes, chosen so that proxies accept it. */
const PIECE = 32 * 1024 * 1024;
const AGAIN = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];
const ASK_EVERY = 700;

export type RunningUpload = { done: Promise<Upload>; cancel: () => void };

/**
 * Starts an upload. `onProgress` receives the number of transferred bytes. `done` rejects with an `AppError`, or with `AbortError` after `cancel`.
 */
export function uploadFile(upload: Upload, file: File, onProgress: (bytes: number) => void): RunningUpload {
  const stopped = new AbortController();
  const done = (async () => {
    const sum = checksum(file, stopped.signal);
    await send(upload, file, onProgress, stopped.signal);
    const sha256 = await sum;
    const now = await call(uploads.finishUpload, { params: { id: upload.id }, body: sha256 ? { sha256 } : {} });
    return now.state === 'checking' ? waitForUpload(upload.id, stopped.signal) : now;
  })();
  return { done, cancel: () => stopped.abort(new DOMException('cancelled', 'AbortError')) };
}

/** Resolves once the portal has checked the upload and, if necessary, converted it. */
export async function waitForUpload(id: string, signal?: AbortSignal): Promise<Upload> {
  for (;;) {
    await new Promise((passed) => setTimeout(passed, ASK_EVERY));
    signal?.throwIfAborted();
    const now = await call(uploads.upload, { params: { id } });
    if (now.state !== 'checking' && now.state !== 'converting') return now;
  }
}

async function send(upload: Upload, file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  const { Upload: Tus } = await import('tus-js-client');
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const sending = new Tus(file, {
      uploadUrl: upload.href,
      chunkSize: PIECE,
      retryDelays: AGAIN,
      // The client stores nothing for resuming, because the portal stores the state of uploads.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => request.setHeader(CSRF_HEADER, csrfToken()),
      onProgress,
      onSuccess: () => resolve(),
      onError: (error) => reject(refusal(error)),
    });
    signal.addEventListener('abort', () => {
      void sending.abort();
      reject(signal.reason as Error);
    });
    sending.start();
  });
}

/** Returns the portal's error, or `unavailable` if there was no response. */
function refusal(error: Error): AppError {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody();
  try {
    const { error: said } = JSON.parse(body ?? '') as ErrorBody;
    return new AppError(said.code as ErrorCode, { ...(said.details && { details: said.details }) });
  } catch {
    return new AppError('unavailable');
  }
}

/** Returns the checksum, or `null` if it cannot be computed. Without it, the portal checks only the size. */
function checksum(file: File, signal: AbortSignal): Promise<string | null> {
  if (typeof Worker === 'undefined') return Promise.resolve(null);
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const end = (result: string | null): void => {
      worker.terminate();
      resolve(result);
    };
    worker.onmessage = (event: MessageEvent<string | null>) => end(event.data);
    worker.onerror = () => end(null);
    signal.addEventListener('abort', () => end(null));
    worker.postMessage(file);
  });
}
