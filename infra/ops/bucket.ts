import {
  CopyObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectVersion,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { env } from '#functions/aws/env.ts';
import { s3Addressing } from '#functions/aws/s3-addressing.ts';

const connection = () => new S3Client(s3Addressing());

export interface Listed {
  key: string;
  modified: Date;
}

/** Returns the current objects of one client, or of all. */
export async function listObjects(clientId?: string): Promise<Listed[]> {
  const Prefix = clientId ? `clients/${clientId}/` : 'clients/';
  const listed: Listed[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: connection() },
    { Bucket: env('BUCKET_NAME'), Prefix },
  ))
    for (const { Key = '', LastModified = new Date(0) } of Contents) listed.push({ key: Key, modified: LastModified });
  return listed;
}

async function* versionsOf(clientId: string): AsyncGenerator<ObjectVersion> {
  const s3 = connection();
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from) {
    const input = { Bucket: env('BUCKET_NAME'), Prefix: `clients/${clientId}/`, ...from };
    const page: ListObjectVersionsCommandOutput = await s3.send(new ListObjectVersionsCommand(input));
    yield* page.Versions ?? [];
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  }
}

/** Returns the version of each object of a client at a time; `undefined` if it is still current. */
export async function versionsAt(clientId: string, at: Date): Promise<Map<string, string | undefined>> {
  const newest = new Map<string, ObjectVersion>();
  for await (const version of versionsOf(clientId)) {
    const { Key = '', LastModified = at } = version;
    const known = newest.get(Key);
    if (LastModified <= at && !(known?.LastModified && known.LastModified >= LastModified)) newest.set(Key, version);
  }
  return new Map([...newest].map(([key, { VersionId, IsLatest }]) => [key, IsLatest ? undefined : VersionId]));
}

/** Makes an older version of an object current; later ones are kept as versions. */
export async function bringBack(Key: string, versionId: string): Promise<void> {
  const Bucket = env('BUCKET_NAME');
  const CopySource = `${Bucket}/${Key}?versionId=${encodeURIComponent(versionId)}`;
  // The default class. LocalStack refuses to copy an older version unless the class is named.
  await connection().send(new CopyObjectCommand({ Bucket, Key, CopySource, StorageClass: 'STANDARD' }));
}
