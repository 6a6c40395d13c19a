/** Returns whether sharp rejected a picture for its number of pixels and not because it is broken. */
export const isPixelLimit = (error: unknown): boolean => error instanceof Error && /pixel limit/i.test(error.message);
