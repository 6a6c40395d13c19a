/** File formats, identified by their usual extension. */

/** Video and audio formats that browsers cannot play but ffmpeg can convert. */
const CONVERTIBLE = new Set([...['mov', 'avi', 'mpg', 'mkv', 'wmv', 'flv', 'ts', 'rm'], ...['aiff', 'wma', 'amr', 'caf', 'au']]);
export const isConvertible = (ext: string): boolean => CONVERTIBLE.has(ext);

/** Formats that have a description for users (`upload.found.…`). */
export const DESCRIBED_FORMATS = [
  ...(['mov', 'avi', 'mpg', 'mkv', 'wmv', 'flv', 'ts', 'rm', 'aiff', 'wma', 'amr', 'caf', 'au', 'mid'] as const),
  ...(['heic', 'tiff', 'bmp', 'psd', 'jxl', 'jp2', 'ico', 'djvu', 'ps'] as const),
  ...(['rar', '7z', 'gz', 'bz2', 'xz', 'tar', 'zip', 'exe', 'swf', 'html', 'txt', 'unknown'] as const),
  ...(['ole', 'rtf', 'mobi', 'kfx', 'fb2', 'acsm', 'lcpl', 'docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods'] as const),
  ...(['smi', 'sub', 'lrc', 'scc', 'idx', 'mpl', 'tmp', 'stl'] as const),
] as const;
export type DescribedFormat = (typeof DESCRIBED_FORMATS)[number];

/** Additional extensions of the same formats. */
const ALIASES: Readonly<Record<string, DescribedFormat>> = {
  ...{ qt: 'mov', mpeg: 'mpg', mpe: 'mpg', vob: 'mpg', m2v: 'mpg', m2ts: 'ts', mts: 'ts', asf: 'wmv', divx: 'avi', f4v: 'flv', rmvb: 'rm' },
  ...{
    aif: 'aiff',
    aifc: 'aiff',
    snd: 'au',
    midi: 'mid',
    heif: 'heic',
    hif: 'heic',
    tif: 'tiff',
    dib: 'bmp',
    j2k: 'jp2',
    djv: 'djvu',
    eps: 'ps',
  },
  ...{
    tgz: 'gz',
    tbz: 'bz2',
    txz: 'xz',
    doc: 'ole',
    xls: 'ole',
    ppt: 'ole',
    msg: 'ole',
    pub: 'ole',
    azw: 'mobi',
    azw3: 'mobi',
    prc: 'mobi',
  },
  ...{ htm: 'html', sami: 'smi' },
};

/** Returns the format of an extension if it has a description for users, otherwise `null`. */
export function describedFormat(ext: string): DescribedFormat | null {
  const lower = ext.toLowerCase();
  const name = ALIASES[lower] ?? lower;
  return (DESCRIBED_FORMATS as readonly string[]).includes(name) ? (name as DescribedFormat) : null;
}
