/** Reads the tracks of MP4 and QuickTime files. Used if ffprobe is not installed. Runs in a child process. */
import { open, type FileHandle } from 'node:fs/promises';

export type Track = { kind: 'video' | 'audio'; codec: string; language: string | null; width: number | null; height: number | null };
export type Mp4 = { tracks: Track[]; duration: number | null };

/** Maximum size of the index in bytes. The index of a ten-hour film has several megabytes. */
const MAX_INDEX = 64 * 1024 * 1024;
const MAX_BOXES = 10_000;

/** Returns the tracks of a file, or `null` if it has no readable index. */
export async function readMp4(path: string): Promise<Mp4 | null> {
  const file = await open(path);
  try {
    const moov = await findMoov(file);
    return (
      moov && {
        tracks: boxes(moov)
          .filter(({ type }) => type === 'trak')
          .flatMap(({ body }) => readTrack(body) ?? []),
        duration: readDuration(moov),
      }
    );
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

async function findMoov(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  const head = Buffer.alloc(16);
  for (let at = 0, count = 0; at + 8 <= size && count < MAX_BOXES; count++) {
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const header = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < header) return null;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > MAX_INDEX) return null;
      const body = Buffer.alloc(length - header);
      const { bytesRead } = await file.read(body, 0, body.length, at + header);
      return bytesRead === body.length ? body : null;
    }
    at += length;
  }
  return null;
}

type Box = { type: string; body: Buffer };

function boxes(buffer: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= buffer.length && found.length < MAX_BOXES;) {
    const length = buffer.readUInt32BE(at);
    const end = length === 0 ? buffer.length : at + length;
    if ((length !== 0 && length < 8) || end > buffer.length) break;
    found.push({ type: buffer.toString('latin1', at + 4, at + 8), body: buffer.subarray(at + 8, end) });
    at = end;
  }
  return found;
}

const inside = (buffer: Buffer, ...path: string[]): Buffer | null =>
  path.reduce<Buffer | null>((at, type) => at && (boxes(at).find((box) => box.type === type)?.body ?? null), buffer);

function readDuration(moov: Buffer): number | null {
  const mvhd = inside(moov, 'mvhd');
  if (!mvhd || mvhd.length < 32) return null;
  const long = mvhd[0] === 1;
  const scale = mvhd.readUInt32BE(long ? 20 : 12);
  const length = long ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return scale > 0 && length > 0 ? length / scale : null;
}

const CODECS: Readonly<Record<string, string>> = {
  ...{
    avc1: 'h264',
    avc3: 'h264',
    hvc1: 'hevc',
    hev1: 'hevc',
    dvh1: 'hevc',
    dvhe: 'hevc',
    vp08: 'vp8',
    vp09: 'vp9',
    av01: 'av1',
    mp4v: 'mpeg4',
  },
  ...{
    'ac-3': 'ac3',
    'ec-3': 'eac3',
    alac: 'alac',
    Opus: 'opus',
    fLaC: 'flac',
    '.mp3': 'mp3',
    mp4a: 'aac',
    sowt: 'pcm',
    twos: 'pcm',
    lpcm: 'pcm',
  },
};

function readTrack(trak: Buffer): Track | null {
  const handler = inside(trak, 'mdia', 'hdlr')?.toString('latin1', 8, 12);
  const kind = handler === 'vide' ? 'video' : handler === 'soun' ? 'audio' : null;
  const entry = inside(trak, 'mdia', 'minf', 'stbl', 'stsd')?.subarray(8);
  if (!kind || !entry || entry.length < 36) return null;
  const type = entry.toString('latin1', 4, 8);
  const codec = CODECS[type] ?? type.trim();
  const isVideo = kind === 'video';
  return {
    kind,
    codec: codec === 'h264' ? h264Profile(entry) : codec,
    language: readLanguage(trak),
    width: isVideo ? entry.readUInt16BE(32) : null,
    height: isVideo ? entry.readUInt16BE(34) : null,
  };
}

/** Returns the language of a track, which is stored as three letters of five bits. QuickTime uses numbers below 0x400 instead. */
function readLanguage(trak: Buffer): string | null {
  const mdhd = inside(trak, 'mdia', 'mdhd');
  const at = mdhd?.[0] === 1 ? 32 : 20;
  if (!mdhd || mdhd.length < at + 2) return null;
  const code = mdhd.readUInt16BE(at);
  const letters = [10, 5, 0].map((shift) => String.fromCharCode(((code >> shift) & 31) + 0x60)).join('');
  return code >= 0x400 && /^[a-z]{3}$/.test(letters) && letters !== 'und' ? letters : null;
}

/** Returns the name of the H.264 profile. Browsers decode only 8-bit 4:2:0. */
function h264Profile(entry: Buffer): string {
  const at = entry.indexOf('avcC');
  const profile = at < 0 ? 0 : (entry[at + 5] ?? 0);
  const OTHER: Record<number, string> = { 110: 'h264 (10 bit)', 122: 'h264 (4:2:2)', 244: 'h264 (4:4:4)' };
  return OTHER[profile] ?? 'h264';
}
