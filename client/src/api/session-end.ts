/** Delays writes after the end of a session until the same user has signed in again. */
import { AppError } from '@fundus/contract/errors';

/** Restores the session. Resolves once the user has signed in again; rejects if the user declines. */
type Regain = () => Promise<void>;

let regain: Regain | null = null;

/** Sets the function that restores a session, or removes it with `null`. */
export const onSessionEnd = (next: Regain | null): void => void (regain = next);

/** Sends a write, and resends it after each new sign-in of the same user. */
export async function sendAuthenticated<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!regain || !(error instanceof AppError) || error.code !== 'login_required') throw error;
      await regain();
    }
  }
}
