/** Files sent as Base64 in the body of a call. */

export const PHOTO_BYTES = 8_000_000;
