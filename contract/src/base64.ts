/** Returns the maximum length of a request body that contains the given number of bytes in Base64 (RFC 4648). 4 KiB are added for other fields. */
export const base64Length = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 4_096;
