/** Returns whether sharp rejected a picture because of its number of pixels, not because it is broken. */
export const isPixelLimit = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);
