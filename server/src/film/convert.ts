/** Converts video and audio to H.264 and AAC in MP4, which every browser plays, with the installed ffmpeg. */
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { FILE_INPUT_OPTIONS, probe, runFilmTool } from './film.ts';

/** Error of a failed conversion with its reason. */
export class ConversionFailed extends Error {
  override readonly name = 'ConversionFailed';
  readonly reason: 'unreadable' | 'too_large' | 'too_slow';
  constructor(reason: ConversionFailed['reason'], said = '') {
    super(`${reason}: ${said}`);
    this.reason = reason;
  }
}

export type ConversionLimits = { bytes: number; ms: number };

/** Nice value of the ffmpeg process, so that requests take precedence. */
const PRIORITY = 15;
/** Scales down to Full HD with even side lengths, which H.264 requires. */
const SCALE = "scale=w='min(1920,iw)':h='min(1080,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
const VIDEO = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-vf', SCALE];
const AUDIO = ['-c:a', 'aac', '-b:a', '160k', '-ac', '2'];
/** Maximum size in pixels of a video whose stream is copied without re-encoding. */
const MAX_COPIED = { width: 1920, height: 1088 };

export const hasFfmpeg = async (): Promise<boolean> =>
  (await runFilmTool('ffmpeg', ['-version']).catch(() => null)) !== null &&
  (await runFilmTool('ffprobe', ['-version']).catch(() => null)) !== null;

/**
 * Writes the converted file to `target`. Calls `onProgress` every second with the percentage, and stops if it returns false. Returns false if the
 * conversion was stopped. Throws `ConversionFailed`.
 */
export async function convertFilm(
  source: string,
  target: string,
  { bytes, ms }: ConversionLimits,
  onProgress: (percent: number) => Promise<boolean>,
): Promise<boolean> {
  const found = await probe(source).catch((error: Error) => {
    throw new ConversionFailed('unreadable', error.message);
  });
  if (!found || (!found.video && !found.audio)) throw new ConversionFailed('unreadable');
  const small = (found.width ?? 0) <= MAX_COPIED.width && (found.height ?? 0) <= MAX_COPIED.height;
  const video = found.video === null ? ['-vn'] : found.video === 'h264' && small ? ['-c:v', 'copy'] : VIDEO;
  const audio = found.audio === null ? ['-an'] : found.audio === 'aac' ? ['-c:a', 'copy'] : AUDIO;
  const args = [
    ...['-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...FILE_INPUT_OPTIONS, '-i', source],
    ...['-map', '0:V:0?', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', ...video, ...audio],
    ...['-threads', String(Math.max(1, availableParallelism() - 1)), '-movflags', '+faststart', '-f', 'mp4', target],
  ];
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: ms, killSignal: 'SIGKILL' });
  lowerPriority(child.pid);
  let output = '';
  let reached = 0;
  let end: 'stopped' | 'too_large' | null = null;
  child.stderr.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-2_000)));
  child.stdout.on('data', (part: Buffer) => {
    const at = [...part.toString().matchAll(/out_time_us=(\d{1,15})/g)].at(-1)?.[1];
    if (at && found.duration) reached = Math.min(99, Math.floor(Number(at) / 1e4 / found.duration));
  });
  const checkProgress = async (): Promise<void> => {
    const size = (await stat(target).catch(() => null))?.size ?? 0;
    if (size > bytes) end = 'too_large';
    else if (!(await onProgress(reached))) end = 'stopped';
    if (end) child.kill('SIGKILL');
  };
  const begun = Date.now();
  const timer = setInterval(() => void checkProgress().catch(() => undefined), 1_000);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearInterval(timer));
  if (end === 'stopped') return false;
  if (end === 'too_large' || ((await stat(target).catch(() => null))?.size ?? 0) > bytes) throw new ConversionFailed('too_large');
  if (code !== 0) throw new ConversionFailed(Date.now() - begun >= ms ? 'too_slow' : 'unreadable', output);
  return true;
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // The process has already ended, or the system does not permit the change.
  }
}
