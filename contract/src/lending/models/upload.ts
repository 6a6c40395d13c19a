/** Limits of files that are sent in the body of a call as base64. */

export const PHOTO_BYTES = 8_000_000;
