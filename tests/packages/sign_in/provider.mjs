// A certified authorization server, and in front of a server that knows nothing of it a door that opens for its tokens.
//
//   node provider.mjs URL-OF-THE-SERVER
//
// Both listen on free ports of the loopback address. The first line written is the address of the door; every further
// line is JSON about what happened (`registered`, `granted`, `refreshed`, `revoked`, `called`), without any token. It
// ends when its standard input does. The line `expire` there makes every token that was at the door so far a wrong one.
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import Provider from "oidc-provider";

const [behind] = process.argv.slice(2);
const tell = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

const listen = (handler) =>
  new Promise((done) => {
    const server = createServer((request, response) => handler()(request, response));
    server.listen(0, "127.0.0.1", () => done(server.address().port));
  });

let atDoor = () => {};
let atProvider = () => {};
const door = `http://127.0.0.1:${await listen(() => atDoor)}`;
const issuer = `http://127.0.0.1:${await listen(() => atProvider)}`;
const resource = `${door}/mcp`;
const scopes = ["tools:read", "tools:call"];

// Every word of its log would be in the way of what is told.
console.info = () => {};
console.warn = () => {};

const provider = new Provider(issuer, {
  // Only native applications may come back to a port that was not registered.
  features: {
    registration: { enabled: true },
    revocation: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => [],
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, wanted) => {
        if (wanted !== resource) throw new Error(`a token for ${wanted} was asked for`);
        return { scope: scopes.join(" "), audience: resource, accessTokenTTL: 3600, accessTokenFormat: "opaque" };
      },
    },
  },
  scopes: ["openid", "offline_access", ...scopes],
  pkce: { required: () => true },
  clientDefaults: { grant_types: ["authorization_code", "refresh_token"], token_endpoint_auth_method: "none" },
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: true,
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  ttl: { Session: 600, Interaction: 600, Grant: 3600, RefreshToken: 3600, IdToken: 600 },
  cookies: { keys: ["of this run alone"] },
});
provider.on("registration_create.success", (_ctx, client) =>
  tell({ registered: { application_type: client.applicationType, redirect_uris: client.redirectUris } }),
);
provider.on("grant.success", (ctx) => {
  const { grant_type, resource: asked } = ctx.oidc.params;
  tell(grant_type === "refresh_token" ? { refreshed: asked } : { granted: asked });
});
provider.on("grant.revoked", () => tell({ revoked: true }));
for (const kind of ["registration_create.error", "authorization.error", "grant.error", "server_error"]) {
  provider.on(kind, (_ctx, error) => tell({ refused: `${kind}: ${error.message} ${error.error_description ?? ""}` }));
}
atProvider = provider.callback();

const seen = new Set();
let expired = new Set();

const json = (response, status, body, headers = {}) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

atDoor = async (asked, response) => {
  const { pathname } = new URL(asked.url, door);
  if (pathname === "/.well-known/oauth-protected-resource/mcp") {
    return json(response, 200, { resource, authorization_servers: [issuer], scopes_supported: scopes });
  }
  if (pathname !== "/mcp") return json(response, 404, {});
  const bearer = /^Bearer (\S+)$/.exec(asked.headers.authorization ?? "")?.[1];
  const token = bearer && (await provider.AccessToken.find(bearer));
  if (bearer) seen.add(bearer);
  if (!token || expired.has(bearer) || token.isExpired || ![token.aud].flat().includes(resource)) {
    const where = `${door}/.well-known/oauth-protected-resource/mcp`;
    asked.resume();
    return json(response, 401, {}, { "WWW-Authenticate": `Bearer resource_metadata="${where}"` });
  }
  tell({ called: asked.method });
  // The server behind it gets everything but the token.
  const { authorization: _, host: __, ...headers } = asked.headers;
  const on = request(behind, { method: asked.method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  on.on("error", () => response.destroy());
  response.on("close", () => on.destroy());
  asked.pipe(on);
};

process.stdout.write(`${resource}\n`);
const orders = createInterface({ input: process.stdin });
orders.on("line", (order) => {
  if (order === "expire") expired = new Set(seen);
});
orders.on("close", () => process.exit(0));
