/** Reads properties and frames of video and audio files with the installed ffmpeg and ffprobe. */
import { spawn } from 'node:child_process';

export type Probe = {
  /** In seconds. */
  duration: number | null;
  width: number | null;
  height: number | null;
  /** Codec names such as `h264`; `null` without such a track. */
  video: string | null;
  audio: string | null;
  /** Languages of the audio tracks; `null` if unknown. */
  sounds: (string | null)[];
};

/** ffmpeg is installed and cannot read the file. */
export class UnreadableFilm extends Error {
  override readonly name = 'UnreadableFilm';
}

const MINUTE = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Returns the output, or `null` if the tool is not installed. Throws `UnreadableFilm` if it fails or takes too long. */
export function run(tool: string, args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MINUTE, killSignal: 'SIGKILL' });
    const out: Buffer[] = [];
    let bytes = 0;
    let output = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_OUTPUT) child.kill('SIGKILL');
      else out.push(part);
    });
    child.stderr.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-2_000)));
    child.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(null) : reject(error)));
    child.once('close', (code) =>
      code === 0 ? resolve(Buffer.concat(out)) : reject(new UnreadableFilm(output.trim() || `${tool}: ${code}`)),
    );
  });
}

/** Self-contained formats; playlists and manifests, which reference other files, are excluded. */
const CONTAINERS = [
  ...['mov', 'matroska', 'avi', 'asf', 'asf_o', 'flv', 'live_flv', 'mpeg', 'mpegts', 'mpegvideo', 'rm', 'ogg'],
  ...['wav', 'w64', 'aiff', 'mp3', 'aac', 'flac', 'amr', 'amrnb', 'amrwb', 'caf', 'au'],
];

/** Input options: ffmpeg reads only this file, no other host and no other local file. */
export const ONLY_THIS_FILE = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(',')];

type Stream = {
  codec_type?: string;
  codec_name?: string;
  pix_fmt?: string;
  tags?: { language?: string };
  width?: number;
  height?: number;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
};

/** Returns `null` if ffprobe is not installed. Throws `UnreadableFilm` for a broken file. */
export async function probe(file: string): Promise<Probe | null> {
  const out = await run('ffprobe', ['-v', 'error', ...ONLY_THIS_FILE, '-print_format', 'json', '-show_format', '-show_streams', file]);
  if (!out) return null;
  const { format = {}, streams = [] } = JSON.parse(out.toString()) as { format?: { duration?: string }; streams?: Stream[] };
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic);
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const turned = Math.abs(video?.side_data_list?.find((each) => each.rotation !== undefined)?.rotation ?? 0) % 180 === 90;
  const duration = Number(format.duration);
  return {
    duration: duration > 0 ? duration : null,
    width: (turned ? video?.height : video?.width) ?? null,
    height: (turned ? video?.width : video?.height) ?? null,
    video: video?.codec_name === undefined ? null : `${video.codec_name}${unusualPixels(video)}`,
    audio: sounds[0]?.codec_name ?? null,
    sounds: sounds.map(({ tags }) => (tags?.language && tags.language !== 'und' ? tags.language : null)),
  };
}

/** Returns a suffix for pixel formats other than 8-bit 4:2:0, which browsers cannot decode in H.264. */
function unusualPixels({ codec_name, pix_fmt = 'yuv420p' }: Stream): string {
  if (codec_name !== 'h264' || /^yuvj?420p$|^nv12$/.test(pix_fmt)) return '';
  const sampling = /4(?:22|44)/.exec(pix_fmt)?.[0].split('').join(':');
  const bits = /p(10|12|14)/.exec(pix_fmt)?.[1];
  return ` (${[sampling, bits && `${bits} bit`].filter(Boolean).join(', ') || pix_fmt})`;
}

/** Returns a frame after `second` as PNG; `null` if ffmpeg is not installed or finds none. */
export async function cutPictureAt(file: string, second: number): Promise<Buffer | null> {
  const picked = ['-frames:v', '1', '-vf', 'thumbnail=50,scale=1280:-2', '-c:v', 'png', '-f', 'image2pipe', '-'];
  const out = await run('ffmpeg', ['-v', 'error', ...ONLY_THIS_FILE, '-ss', second.toFixed(2), '-i', file, '-an', ...picked]).catch(
    (error: unknown) => {
      if (error instanceof UnreadableFilm) return null;
      throw error;
    },
  );
  return out && out.length > 0 ? out : null;
}
