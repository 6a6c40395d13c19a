/** Returns the maximum length of a request body that carries this many bytes in Base64 (RFC 4648), with 4 KiB for its other fields. */
export const base64Length = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 4_096;
