import { settingOf } from '../../db/repositories/setting-of.ts';
import type { Till } from './till.ts';

/** What the owner has set that buyers get to see. */
export interface Shop {
  currency: string;
  /** Name and address for receipts. */
  seller: string;
  taxLine: string;
  terms: string;
}

/** The shop as it is set now; a seller who has set no name is the site. */
export function readShop({ config, database }: Pick<Till, 'config' | 'database'>): Shop {
  return {
    currency: settingOf(database, 'currency'),
    seller: settingOf(database, 'seller') || new URL(config.siteUrl).host,
    taxLine: settingOf(database, 'tax-line'),
    terms: settingOf(database, 'shop-terms'),
  };
}
