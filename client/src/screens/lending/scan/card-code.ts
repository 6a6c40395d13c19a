import { CODE_SIGNS } from '@fundus/contract/classes/rules';
import { CARD_LENGTH } from '@fundus/contract/lending/kiosk/kiosk';

/** Format of the number on a borrower's card. Its length and alphabet distinguish it from device codes. */
export const CARD = new RegExp(`^[${CODE_SIGNS}]{${CARD_LENGTH}}$`);
