import { sortChoices } from '../shop-list.ts';

/** What the list of products shows. */
export interface View {
  search: string;
  category: string;
  sort: string;
  /** How many loads of nine products, from 1. */
  loads: number;
}

/** Products of one load, and characters of a search, as documented. */
export const PER_LOAD = 9;
export const SEARCH_MAX = 20;
/** Loads that one call brings back at most after going back. */
const LOADS_MAX = 22;

const path = '/shop/products';

/** The view that an address names; what it does not know it leaves out. */
export function viewOf(query: string): View {
  const asked = new URLSearchParams(query);
  const loads = Number(asked.get('loads') ?? 1);
  const sort = asked.get('sort') ?? '';
  return {
    search: [...(asked.get('search') ?? '')].slice(0, SEARCH_MAX).join(''),
    category: asked.get('category') ?? '',
    sort: sortChoices.some(({ value }) => value === sort) ? sort : '',
    loads: Number.isSafeInteger(loads) && loads > 0 ? Math.min(loads, LOADS_MAX) : 1,
  };
}

/** The address of a view. */
export function addressOf({ search, category, sort, loads }: View): string {
  const query = new URLSearchParams({
    ...(search && { search }),
    ...(category && { category }),
    ...(sort && { sort }),
    ...(loads > 1 && { loads: String(loads) }),
  });
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The documented call that brings the view. @param page brings one further load alone */
export function callOf({ search, category, sort, loads }: View, page?: number): string {
  const query = new URLSearchParams({
    limit: String(page ? PER_LOAD : PER_LOAD * loads),
    ...(page && { page: String(page) }),
    ...(sort && { sort }),
    ...(category && { category }),
    ...(search && { 'title[regex]': search }),
  });
  return `/api/products?${query}`;
}

/** Whether two views show the same products, if not as many. */
export const isSameList = (one: View, other: View): boolean =>
  one.search === other.search && one.category === other.category && one.sort === other.sort;
