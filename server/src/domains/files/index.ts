/** The door of files. */
export { presentFiles, readContent } from './content.ts';
export { countDownloads, listDownloads } from './repository.ts';
export { viewerOf } from './viewer.ts';
