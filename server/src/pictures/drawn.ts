/** Size in pixels. */
export type Size = { width: number; height: number };

export type Drawn = Size & { content: Uint8Array };
