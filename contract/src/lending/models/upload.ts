/** Files that are sent in the body of a call, as base64. */

export const PHOTO_BYTES = 8_000_000;

/** So long a file of so many bytes is at most, as it is sent. */
export const inBase64 = (bytes: number) => Math.ceil((bytes * 4) / 3) + 4_096;
