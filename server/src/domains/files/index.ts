/** The door of files. */
export { presentFiles, readContent } from './content.ts';
export { coverSvg } from './cover-art.ts';
export { inspect } from './inspect.ts';
export { countDownloads, listDownloads } from './repository.ts';
export { touchUpload, uploadSize } from './uploads.ts';
export { sniff } from './sniff.ts';
export { viewerOf } from './viewer.ts';
