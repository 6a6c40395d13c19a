/** Whether the database refused a row because there is one like it (SQLSTATE 23505). */
export const isDuplicate = (error: unknown): boolean => (error as { code?: string }).code === '23505';
