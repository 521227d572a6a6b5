import path from 'node:path';
import type { CodeHostOptions } from './integrations/code-host.ts';
import type { CrossPostOptions } from './integrations/crosspost/types.ts';
import type { ErrorReportTarget } from './integrations/error-reports.ts';
import type { LitestreamOptions } from './integrations/litestream.ts';
import type { PanelOptions } from './integrations/panels.ts';
import type { PaypalOptions } from './integrations/payment/paypal.ts';
import type { TextGenerationOptions } from './integrations/text-generation/client.ts';
import { type Guard, gameCornerGuard, shopGuard } from './publisher/guarded-pages.ts';
import { ConfigInvalid, loadEnvironment, parseEnvironment } from './start/environment.mjs';
import { outputFormat } from './start/terminal.mjs';

export { ConfigInvalid };

export interface Config {
  mode: 'production' | 'development' | 'test';
  port: number;
  host: string;
  /** Absolute folder of everything that is not code: database, uploads, mail, releases. */
  dataFolder: string;
  /** Absolute folder of the built site that a release is made from. */
  buildFolder: string;
  /** Origin readers use, for canonical links and the same-origin check. No trailing slash. */
  siteUrl: string;
  seed: 'demo' | 'none';
  admin: { email: string; password: string } | null;
  trustedProxies: string[];
  logLevel: string;
  /** Whether the log is written for people or as JSON lines. */
  logFormat: 'pretty' | 'json';
  /** Whether each request gets a line in the log. */
  accessLog: boolean;
  /** Token for /metrics, or null: there are no metrics then. */
  metricsToken: string | null;
  rateLimits: boolean;
  /** Whether smaller and newer forms of images, and share pictures, are made in the background. */
  makePictures: boolean;
  /** Whether sites that an article links to are asked if they answer. */
  checkLinks: boolean;
  /** Whether guests may see what the shop sells. */
  shopPublic: boolean;
  /** Guards of members-only pages. */
  guards: readonly Guard[];
  /** Mail server with its user and password, or null: mails are then written into the data folder. */
  smtpUrl: string | null;
  /** Address that mails of the site come from. */
  mailFrom: string;
  /** Collector that views are passed on to, or null. */
  analyticsUrl: string | null;
  /** Collector that errors are passed on to, or null. */
  errorReports: ErrorReportTarget | null;
  /** Share of requests whose duration is reported to the collector of errors, 0 to 1. */
  traceSampleRate: number;
  /** Code-hosting service whose accounts can sign in here, or null. */
  codeHost: CodeHostOptions | null;
  /** Services that the panels of the Game Corner ask for visitors. */
  panels: PanelOptions;
  /** Form service that gets each confirmed subscriber as well, or null. */
  subscribeFormUrl: string | null;
  /** Services that articles are posted to as well. */
  crossPosts: CrossPostOptions;
  /** Account that the shop's money goes to, or null. */
  paypal: (PaypalOptions & { merchantId: string }) | null;
  /** Service that the editor's helper gets its words from; off without a key. */
  textGeneration: TextGenerationOptions;
  /** Bytes of a file that buyers get, at most. */
  productFileBytesMax: number;
  /** Age recipient or passphrase that backups are encrypted to, or null. */
  backupKey: string | null;
  /** Where Litestream replicates the database to, or null. */
  litestream: LitestreamOptions | null;
}

/**
 * Reads the environment once, at start.
 * @throws ConfigInvalid with one sentence per wrong variable
 */
export function readConfig(variables: NodeJS.ProcessEnv = loadEnvironment()): Config {
  const env = parseEnvironment(variables);
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    dataFolder: path.resolve(env.DATA_DIR),
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
    makePictures: env.MAKE_PICTURES,
    checkLinks: env.CHECK_LINKS,
    shopPublic: env.SHOP_PUBLIC,
    guards: [
      ...(env.GAMES_PUBLIC ? [] : [gameCornerGuard]),
      ...(env.SHOP_PUBLIC ? [] : [shopGuard]),
    ],
    smtpUrl: env.SMTP_URL ?? null,
    codeHost:
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
      codeHost: {
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
