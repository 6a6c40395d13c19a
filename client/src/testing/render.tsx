/** Renders a component with texts, a session, a query client and a router. */
import { isStudent } from '@fundus/contract/access';
import { de } from '@fundus/contract/messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { setUser } from '../app/start/set-user.ts';
import { makeQueryClient } from '../app/start/query-client.ts';
import { setPupilWording, showMessages } from '../i18n/translate.ts';
import { SessionContext, type Session } from '../stores/session.ts';
import { makeRouter, RouterProvider } from '../ui/router.tsx';
import { frontendConfig, person } from './people.ts';

const session: Omit<Session, 'setUser'> = {
  user: person(),
  config: frontendConfig(),
  productName: 'Fundus',
  changeLanguage: () => {},
  signOut: () => {},
  signIn: () => {},
  resume: () => {},
  setAdvancedView: () => {},
};

export async function show(ui: ReactNode, about: Partial<Session> = {}) {
  showMessages('de', de);
  const user = about.user ?? session.user;
  setPupilWording(user !== false && isStudent(user));
  const router = makeRouter();
  const queryClient = makeQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ ...session, setUser: (next) => setUser(queryClient, next), ...about }}>
        <RouterProvider router={router}>{ui}</RouterProvider>
      </SessionContext>
    </QueryClientProvider>,
  );
  await act(async () => {});
  return { ...view, router, queryClient };
}
