import type { FileRole } from '@fundus/contract/files/files';

/** File types that the file dialog offers for each role. The portal checks the content. */
export const ACCEPTED_TYPES: Record<FileRole, string> = {
  main: 'video/*,audio/*,image/*,.mkv,.pdf,.epub,.h5p,.zip',
  caption: '.vtt,.srt,.sbv,.ttml,.dfxp,.itt,.xml,.ass,.ssa',
  chapters: '.vtt,.srt',
  transcript: '.vtt,.srt,.sbv,.ttml,.dfxp,.itt,.xml,.ass,.ssa,.txt',
  material: '',
  poster: 'image/*',
  audio_description: 'audio/*,video/*',
};
