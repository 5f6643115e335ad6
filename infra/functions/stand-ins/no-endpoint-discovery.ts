// Replaces the SDK's endpoint discovery: DynamoDB's client imports it, and AWS uses it only for Timestream.

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};

export const resolveEndpointDiscoveryConfig = <C>(config: C): C => config;
