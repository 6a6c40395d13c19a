/** Maximum sizes of files that are sent in the request body as Base64, in bytes. */

export const PHOTO_BYTES = 8_000_000;
