/** Public API of the domain files. */
export { makeContentReader, presentFiles, type FileRow } from './content.ts';
export { allowedSources } from './content-hosts.ts';
export type { ContentRightRequest } from './content-rights.ts';
export { coverSvg } from './cover-art/cover-art.ts';
export { cleanName, detectDocument } from './document.ts';
export { countDownloads, findUnitsOf, listDownloads } from './repository.ts';
export { touchUpload, uploadSize } from './uploads/uploads.ts';
export { detectType } from './inspect/inspect.ts';
export { viewerOf } from './viewer.ts';
