/** Allowed password length. In a separate file, so that importing it does not load the list of bad passwords. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
