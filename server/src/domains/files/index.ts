/** The door of files. */
export { presentFiles, readContent } from './content.ts';
export { viewerOf } from './viewer.ts';
