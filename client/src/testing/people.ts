import type { User } from '@fundus/contract/accounts/accounts';
import { FrontendConfigReply, type FrontendConfigInput } from '@fundus/contract/config';

export const person = (about: Partial<User> = {}): User => ({
  id: '00000000-0000-4000-8000-000000000001',
  role: 'L',
  school_admin: '0',
  district_admin: '0',
  vorname: 'Miriam',
  name: 'Falkner',
  email: 'lehrkraft@demo.example',
  school_id: null,
  klassenID: null,
  schulname: 'Gymnasium am Lindenhof',
  show_jitsi: false,
  shared_classes: [],
  ...about,
});

export const frontendConfig = (about: FrontendConfigInput = {}): FrontendConfigReply =>
  FrontendConfigReply.parse({ LegalPages: 'generic', demo: false, first_start: false, ...about });
