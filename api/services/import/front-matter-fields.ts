/** Article fields of a file, all optional; times are milliseconds UTC. */
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
  /** Path or URL of the cover; null means that there is none. */
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
