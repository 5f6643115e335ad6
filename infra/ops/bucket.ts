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

/** Current objects of one client, or of all. */
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

/** For each object of a client, the version that was current at a time: `undefined` where it still is. */
export async function versionsAt(clientId: string, at: Date): Promise<Map<string, string | undefined>> {
  const newest = new Map<string, ObjectVersion>();
  for await (const version of versionsOf(clientId)) {
    const { Key = '', LastModified = at } = version;
    const known = newest.get(Key);
    if (LastModified <= at && !(known?.LastModified && known.LastModified >= LastModified)) newest.set(Key, version);
  }
  return new Map([...newest].map(([key, { VersionId, IsLatest }]) => [key, IsLatest ? undefined : VersionId]));
}

/** Makes an older version of an object the current one again; the later ones are kept as versions. */
export async function bringBack(Key: string, versionId: string): Promise<void> {
  const Bucket = env('BUCKET_NAME');
  const CopySource = `${Bucket}/${Key}?versionId=${encodeURIComponent(versionId)}`;
  // The class is the default. LocalStack takes a copy of an older version for one that changes nothing, unless it is named.
  await connection().send(new CopyObjectCommand({ Bucket, Key, CopySource, StorageClass: 'STANDARD' }));
}
