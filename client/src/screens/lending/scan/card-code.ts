import { CODE_SIGNS } from '@fundus/contract/classes/rules';
import { CARD_LENGTH } from '@fundus/contract/lending/kiosk/kiosk';

/** Code of a borrower's card. Length and alphabet distinguish it from codes of devices. */
export const CARD = new RegExp(`^[${CODE_SIGNS}]{${CARD_LENGTH}}$`);
