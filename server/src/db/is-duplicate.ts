/** Returns whether the database rejected a row because of a unique constraint (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';
