/** One route for everything: the contract's route table decides what an address means, so there is no second table here. */
import { createBrowserRouter } from 'react-router';
import { CrashScreen } from './CrashScreen.tsx';
import { Shell } from './Shell.tsx';

export const makeRouter = () => createBrowserRouter([{ path: '*', Component: Shell, ErrorBoundary: CrashScreen }]);
