/** What a file says of its article. An absent field says nothing. Times are milliseconds UTC. */
export interface ArticleFields {
  publicId?: string;
  title?: string;
  subtitle?: string;
  description?: string;
  language?: string;
  slug?: string;
  tags?: string[];
  categories?: string[];
  series?: string | null;
  /** Path or address of the cover as it is written; null says that there is none. */
  image?: string | null;
  imageAlt?: string;
  linkedin?: boolean;
  dev?: boolean;
  medium?: boolean;
  linkedinContent?: string;
  draft?: boolean;
  archived?: boolean;
  scheduledAt?: number | null;
  publishedAt?: number | null;
  deletedAt?: number | null;
  createdAt?: number;
  updatedAt?: number;
  views?: number;
  version?: number;
  authorEmail?: string;
  formerSlugs?: { slug: string; since: number | null }[];
}
