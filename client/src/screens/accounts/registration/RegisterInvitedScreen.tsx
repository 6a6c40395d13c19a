import { href } from '@fundus/contract/screens';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { InvitedForm } from './RegisterScreen.tsx';

/** Shows the registration with a personal invitation, for portals without open registration. */
export const Screen = ({ params, go }: ScreenProps<'register-invited'>) => (
  <InvitedForm id={params.id} alone onSent={() => go(href('register-success'))} />
);
