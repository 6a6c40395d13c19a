/** What a write does if the session has ended: it waits until the same person has signed in again. */
import { AppError } from '@fundus/contract/errors';

/** Resolves once the person has signed in again; rejects if they decline. */
type Regain = () => Promise<void>;

let regain: Regain | null = null;

/** Sets how a session is regained. */
export const onSessionEnd = (next: Regain | null): void => void (regain = next);

/** Sends a write, and sends it again after each new sign-in of the same person. */
export async function sendSignedIn<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!regain || !(error instanceof AppError) || error.code !== 'login_required') throw error;
      await regain();
    }
  }
}
