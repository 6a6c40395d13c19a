/** Length of a password. In a file of its own, so that importing it does not load the list of bad passwords. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
