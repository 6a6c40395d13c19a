/** The door of files. */
export { presentFiles, readContent } from './content.ts';
export { coverSvg } from './cover-art.ts';
export { emptyRemovedFiles } from './edit-files.ts';
export { inspect } from './inspect.ts';
export { removeOldUploads } from './end-uploads.ts';
export { countDownloads, listDownloads } from './repository.ts';
export { uploadWorker } from './finish-upload.ts';
export { touchUpload, UPLOAD_JOB, uploadSize } from './uploads.ts';
export { sniff } from './sniff.ts';
export { viewerOf } from './viewer.ts';
