/** How long a password is; apart from the other rules, which bring a list of bad ones with them. */
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
