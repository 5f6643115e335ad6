import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { About } from '#shared/contract/api.ts';
import type { Actor } from '../domain/actor.ts';
import { claimedClientId, tokenOf } from '../domain/clients/portal-token.ts';
import { isRootId, parseChildId } from '../domain/ids.ts';
import { firstParam } from './about.ts';
import type { Noted } from './log.ts';
import { header } from './request.ts';
import { Answer } from './response.ts';

/** What a request says of itself and of whom it is about, for its line in the log. */
interface LogIds {
  /** CloudFront's id of the request, under which its own log has the caller's address. */
  edgeRequestId?: string;
  /** The client that the path is about. */
  client?: string;
  /** What hangs off the client, or the adviser, that the path is about. */
  target?: string;
  /** The client that a refused portal token claims to be of. */
  claimed?: string;
}

// Ids as we make them and nothing longer: whatever else a caller writes there, a token included, stays out of the log.
const EDGE_ID = /^[\w-]{20,60}={0,2}$/;
const CHILD_ID = /^[\w-]{22}\.(\d(\.\d)?|[0-9a-z]{9}[\w-]{16})$/;

function ofPath({ resource, pathParameters }: APIGatewayProxyEvent, about: About | undefined): LogIds {
  const id = firstParam(resource, pathParameters ?? {});
  if (CHILD_ID.test(id)) return { client: parseChildId(id).clientId, target: id };
  if (!isRootId(id)) return {};
  return about === 'client' ? { client: id } : { target: id };
}

function ofToken(event: APIGatewayProxyEvent, actor: Actor | undefined): LogIds {
  if (actor?.kind === 'client') return { client: actor.id };
  const claimed = claimedClientId(tokenOf(event) ?? '');
  return claimed ? { claimed } : {};
}

/** The ids in a request, without any token; `about` is what its line in the contract says. */
export function idsOf(event: APIGatewayProxyEvent, about?: About, actor?: Actor): LogIds {
  const edgeRequestId = header(event, 'x-amz-cf-id') ?? '';
  return {
    ...(EDGE_ID.test(edgeRequestId) && { edgeRequestId }),
    ...ofToken(event, actor),
    ...ofPath(event, about),
  };
}

/** The id of what a call made, from what it answers. */
export function createdId(given: unknown): Noted {
  const body = given instanceof Answer ? given.body : given;
  return typeof body === 'object' && body && 'id' in body ? { created: String(body.id) } : {};
}
