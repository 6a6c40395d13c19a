/** Reads the properties and single frames of video and audio files with the installed ffprobe and ffmpeg. */
import { spawn } from 'node:child_process';

export type Probe = {
  /** Duration in seconds. */
  duration: number | null;
  width: number | null;
  height: number | null;
  /** Codec of the video track, such as `h264`, or `null` if there is no such track. */
  video: string | null;
  audio: string | null;
  /** Language of each audio track, or `null` if it is unknown. */
  sounds: (string | null)[];
};

/** Error for a file that the installed ffmpeg cannot read. */
export class UnreadableFilm extends Error {
  override readonly name = 'UnreadableFilm';
}

const MINUTE = 60_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a tool and returns its output, or `null` if the tool is not installed. Throws `UnreadableFilm` if it fails or takes too long. */
export function runFilmTool(tool: string, args: readonly string[]): Promise<Buffer | null> {
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

/** Allowed file formats. Playlists and manifests are excluded, because they reference other files. */
const CONTAINERS = [
  ...['mov', 'matroska', 'avi', 'asf', 'asf_o', 'flv', 'live_flv', 'mpeg', 'mpegts', 'mpegvideo', 'rm', 'ogg'],
  ...['wav', 'w64', 'aiff', 'mp3', 'aac', 'flac', 'amr', 'amrnb', 'amrwb', 'caf', 'au'],
];

/** Input options that restrict ffmpeg to the given file, without access to other local files or to the network. */
export const FILE_INPUT_OPTIONS = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(',')];

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

/** Returns the properties of a file, or `null` if ffprobe is not installed. Throws `UnreadableFilm` if the file is broken. */
export async function probe(file: string): Promise<Probe | null> {
  const out = await runFilmTool('ffprobe', [
    '-v',
    'error',
    ...FILE_INPUT_OPTIONS,
    '-print_format',
    'json',
    '-show_format',
    '-show_streams',
    file,
  ]);
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

/** Returns a suffix for pixel formats that browsers cannot decode in H.264, which are all except 8-bit 4:2:0. */
function unusualPixels({ codec_name, pix_fmt = 'yuv420p' }: Stream): string {
  if (codec_name !== 'h264' || /^yuvj?420p$|^nv12$/.test(pix_fmt)) return '';
  const sampling = /4(?:22|44)/.exec(pix_fmt)?.[0].split('').join(':');
  const bits = /p(10|12|14)/.exec(pix_fmt)?.[1];
  return ` (${[sampling, bits && `${bits} bit`].filter(Boolean).join(', ') || pix_fmt})`;
}

/** Returns the frame at `second` as PNG, or `null` if ffmpeg is not installed or the file has no such frame. */
export async function cutPictureAt(file: string, second: number): Promise<Buffer | null> {
  const picked = ['-frames:v', '1', '-vf', 'thumbnail=50,scale=1280:-2', '-c:v', 'png', '-f', 'image2pipe', '-'];
  const out = await runFilmTool('ffmpeg', [
    '-v',
    'error',
    ...FILE_INPUT_OPTIONS,
    '-ss',
    second.toFixed(2),
    '-i',
    file,
    '-an',
    ...picked,
  ]).catch((error: unknown) => {
    if (error instanceof UnreadableFilm) return null;
    throw error;
  });
  return out && out.length > 0 ? out : null;
}
