import path from 'node:path';
import type { CrossPostOptions } from './integrations/crosspost/service.ts';
import type { LitestreamOptions } from './integrations/litestream.ts';
import type { OAuthProviderOptions } from './integrations/oauth-provider.ts';
import type { ErrorReportTarget } from './integrations/outbound.ts';
import type { PanelOptions } from './integrations/panels.ts';
import type { PaypalOptions } from './integrations/payment/paypal.ts';
import type { BucketOptions } from './integrations/storage/bucket.ts';
import type { CdnPurgeOptions } from './integrations/storage/cdn-purge.ts';
import type { TextGenerationOptions } from './integrations/text-generation/openai-client.ts';
import { type Guard, gameCornerGuard, shopGuard } from './publisher/guarded-pages.ts';
import { InvalidConfigError, loadEnvironment, parseEnvironment } from './start/environment.mjs';
import { outputFormat } from './start/terminal.mjs';

export { InvalidConfigError };

export interface Config {
  mode: 'production' | 'development' | 'test';
  port: number;
  host: string;
  /** Absolute path of the data folder: database, uploads, mail, releases. */
  dataFolder: string;
  /** Absolute path of CONTENT_DIR: the owner's files, which pages show. */
  contentFolder: string;
  /** Absolute path of the built site, which releases are made from. */
  buildFolder: string;
  /** Public origin without a trailing slash, for canonical links and the same-origin check. */
  siteUrl: string;
  seed: 'demo' | 'none';
  admin: { email: string; password: string } | null;
  trustedProxies: string[];
  logLevel: string;
  /** Format of the log: text for people, or JSON lines. */
  logFormat: 'pretty' | 'json';
  /** True if all requests are logged. */
  accessLog: boolean;
  /** Token for /metrics, or null to disable metrics. */
  metricsToken: string | null;
  rateLimits: boolean;
  /** True if image variants and Open Graph images are generated in the background. */
  makeImages: boolean;
  /** True if external links of articles are checked with requests. */
  checkLinks: boolean;
  /** True if guests can open the shop. */
  shopPublic: boolean;
  /** Guards of members-only pages. */
  guards: readonly Guard[];
  /** URL of the SMTP server with user and password, or null to write emails into the data folder. */
  smtpUrl: string | null;
  /** Sender of emails. */
  mailFrom: string;
  /** URL of the collector that page views are forwarded to, or null. */
  analyticsUrl: string | null;
  /** Collector that errors are reported to, or null. */
  errorReports: ErrorReportTarget | null;
  /** Share of requests whose duration is reported to the error collector, from 0 to 1. */
  traceSampleRate: number;
  /** OAuth provider for sign-ins, or null. */
  oauthProvider: OAuthProviderOptions | null;
  /** Services that the panels of the Game Corner load data from. */
  panels: PanelOptions;
  /** URL of the form service that confirmed subscribers are forwarded to, or null. */
  subscribeFormUrl: string | null;
  /** Services for cross-posts. */
  crossPosts: CrossPostOptions;
  /** PayPal account of the shop, or null. */
  paypal: (PaypalOptions & { merchantId: string }) | null;
  /** Text generation service of the AI helper, which is disabled without a key. */
  textGeneration: TextGenerationOptions;
  /** Maximum size of a product file, in bytes. */
  productFileBytesMax: number;
  /** Private bucket for uploads and backups, or null: they are then in the data folder. */
  storage: BucketOptions | null;
  /** Public bucket that releases are copied into, or null. */
  publishTo: BucketOptions | null;
  /** Cache of a CDN before that bucket, or null. */
  cdnPurge: CdnPurgeOptions | null;
  /** Age recipient or passphrase that backups are encrypted to, or null. */
  backupKey: string | null;
  /** Target of the replication with Litestream, or null. */
  litestream: LitestreamOptions | null;
}

/**
 * Reads the configuration from environment variables.
 * @throws InvalidConfigError with one sentence per invalid variable
 */
export function readConfig(variables: NodeJS.ProcessEnv = loadEnvironment()): Config {
  const env = parseEnvironment(variables);
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataFolder: path.resolve(env.DATA_DIR),
    contentFolder: path.resolve(env.CONTENT_DIR ?? path.join(env.DATA_DIR, 'content')),
    buildFolder: path.resolve(env.BUILD_DIR),
    siteUrl,
    seed: env.SEED,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : null,
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    logFormat: outputFormat(env.LOG_FORMAT),
    accessLog: env.ACCESS_LOG,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimits: env.RATE_LIMITS,
    makeImages: env.MAKE_PICTURES,
    checkLinks: env.CHECK_LINKS,
    shopPublic: env.SHOP_PUBLIC,
    guards: [
      ...(env.GAMES_PUBLIC ? [] : [gameCornerGuard]),
      ...(env.SHOP_PUBLIC ? [] : [shopGuard]),
    ],
    smtpUrl: env.SMTP_URL ?? null,
    oauthProvider:
      env.CODE_HOST_CLIENT_ID && env.CODE_HOST_CLIENT_SECRET
        ? {
            name: env.CODE_HOST_NAME,
            url: env.CODE_HOST_URL,
            apiUrl: env.CODE_HOST_API_URL,
            clientId: env.CODE_HOST_CLIENT_ID,
            clientSecret: env.CODE_HOST_CLIENT_SECRET,
          }
        : null,
    panels: {
      github: {
        name: env.CODE_HOST_NAME,
        apiUrl: env.CODE_HOST_API_URL,
        avatarUrl: env.CODE_HOST_AVATAR_URL,
      },
      quotesUrl: env.QUOTES_URL ?? null,
      jokesUrl: env.JOKES_URL ?? null,
    },
    subscribeFormUrl: env.SUBSCRIBE_FORM_URL ?? null,
    crossPosts: {
      dev: { url: env.DEV_TO_URL },
      medium: { apiUrl: env.MEDIUM_API_URL },
      linkedin: {
        url: env.LINKEDIN_URL,
        apiUrl: env.LINKEDIN_API_URL,
        version: env.LINKEDIN_VERSION,
        client:
          env.LINKEDIN_CLIENT_ID && env.LINKEDIN_CLIENT_SECRET
            ? { id: env.LINKEDIN_CLIENT_ID, secret: env.LINKEDIN_CLIENT_SECRET }
            : null,
      },
    },
    paypal:
      env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET && env.PAYPAL_MERCHANT_ID
        ? {
            apiUrl: env.PAYPAL_API_URL,
            clientId: env.PAYPAL_CLIENT_ID,
            clientSecret: env.PAYPAL_CLIENT_SECRET,
            webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
            merchantId: env.PAYPAL_MERCHANT_ID,
          }
        : null,
    textGeneration: {
      url: env.TEXT_GENERATION_URL,
      key: env.TEXT_GENERATION_KEY ?? null,
      model: env.TEXT_GENERATION_MODEL,
    },
    productFileBytesMax: env.PRODUCT_FILE_MAX_MB * 1_048_576,
    storage: bucketOf(env, env.STORAGE),
    publishTo: bucketOf(env, env.PUBLISH_TO),
    cdnPurge: env.CDN_PURGE_URL
      ? { url: env.CDN_PURGE_URL, token: env.CDN_PURGE_TOKEN ?? null }
      : null,
    backupKey: env.BACKUP_KEY ?? null,
    litestream: env.LITESTREAM_URL
      ? {
          url: env.LITESTREAM_URL,
          credentials:
            env.LITESTREAM_ACCESS_KEY_ID && env.LITESTREAM_SECRET_ACCESS_KEY
              ? { id: env.LITESTREAM_ACCESS_KEY_ID, secret: env.LITESTREAM_SECRET_ACCESS_KEY }
              : null,
        }
      : null,
    analyticsUrl: env.ANALYTICS_URL ?? null,
    errorReports: env.ERROR_REPORT_DSN ?? null,
    traceSampleRate: env.TRACE_SAMPLE_RATE,
    mailFrom: env.MAIL_FROM ?? `site@${new URL(siteUrl).hostname}`,
  };
}

/** Returns how to open a bucket of the store. Its keys are set if a bucket is. */
function bucketOf(
  env: ReturnType<typeof parseEnvironment>,
  place: { bucket: string; prefix: string } | undefined,
): BucketOptions | null {
  const {
    STORAGE_REGION: region,
    STORAGE_ACCESS_KEY_ID: id,
    STORAGE_SECRET_ACCESS_KEY: secret,
  } = env;
  if (!place || !id || !secret) return null;
  const endpoint = env.STORAGE_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return { ...place, endpoint, region, keys: { id, secret } };
}
